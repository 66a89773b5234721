/* records.h - the game's records that an exported region keeps beside its pictures and sounds, for `pack` to start from.
 *
 * REGION_DIR/records holds a pair of .dat files: the region, its sound tables, the landblocks, and waves that no sound file can say.
 * Nothing else reads them: the folder is whole without.
 */
#ifndef AMB_APP_RECORDS_H
#define AMB_APP_RECORDS_H

#define AMB_RECORDS_DIR "records"
#define AMB_RECORDS_PORTAL AMB_RECORDS_DIR "/client_portal.dat"
#define AMB_RECORDS_CELL AMB_RECORDS_DIR "/client_cell_1.dat"

#endif
