/* layout.h - offsets, sizes and limits of the container, shared by reader and writer (dat-formats sections 1-4, 14). */
#ifndef AMB_DAT_LAYOUT_H
#define AMB_DAT_LAYOUT_H

#define AMB_DAT_MAGIC 0x5442u
#define AMB_DAT_FIRST_BLOCK 0x400u
#define AMB_DAT_LINK 4u            /* bytes of a block's link */
#define AMB_DAT_FREE 0x80000000u   /* a link with this bit: the block is free */

enum { /* header of the newer layout */
    AMB_DAT_H_JOURNAL = 0x100,
    AMB_DAT_H_MAGIC = 0x140,
    AMB_DAT_H_BLOCK_SIZE = 0x144,
    AMB_DAT_H_FILE_SIZE = 0x148,
    AMB_DAT_H_DATA_SET = 0x14C,
    AMB_DAT_H_SUBSET = 0x150,
    AMB_DAT_H_FIRST_FREE = 0x154,
    AMB_DAT_H_LAST_FREE = 0x158,
    AMB_DAT_H_N_FREE = 0x15C,
    AMB_DAT_H_ROOT = 0x160,
    AMB_DAT_H_USE_LRU = 0x16C,
    AMB_DAT_H_MASTER_MAP = 0x170,
    AMB_DAT_H_ENGINE_VERSION = 0x174,
    AMB_DAT_H_GUID = 0x17C,
    AMB_DAT_H_MINOR_VERSION = 0x18C,
    AMB_DAT_H_END = 0x190
};

enum { /* header of the files before Throne of Destiny */
    AMB_DAT_O_MAGIC = 0x12C,
    AMB_DAT_O_BLOCK_SIZE = 0x130,
    AMB_DAT_O_FILE_SIZE = 0x134,
    AMB_DAT_O_ITERATION = 0x138,
    AMB_DAT_O_FIRST_FREE = 0x13C,
    AMB_DAT_O_LAST_FREE = 0x140,
    AMB_DAT_O_N_FREE = 0x144,
    AMB_DAT_O_ROOT = 0x148
};

#define AMB_DAT_BLOCK_MIN 64u
#define AMB_DAT_BLOCK_MAX 65536u

#define AMB_DAT_NODE_ENTRIES 61u
#define AMB_DAT_NODE_CHILDREN 62u
#define AMB_DAT_NODE_COUNT_AT 0xF8u
#define AMB_DAT_NODE_ENTRIES_AT 0xFCu
#define AMB_DAT_ENTRY_SIZE 24u
#define AMB_DAT_ENTRY_SIZE_OLD 12u
#define AMB_DAT_NODE_SIZE (AMB_DAT_NODE_ENTRIES_AT + AMB_DAT_NODE_ENTRIES * AMB_DAT_ENTRY_SIZE)
#define AMB_DAT_NODE_SIZE_OLD (AMB_DAT_NODE_ENTRIES_AT + AMB_DAT_NODE_ENTRIES * AMB_DAT_ENTRY_SIZE_OLD)
#define AMB_DAT_MAX_LEVELS 8u /* shipped trees have 4 */

#define AMB_DAT_COMPRESSED 1u      /* entry flag */
#define AMB_DAT_COMPRESSED_MIN 16u /* stored bytes that the client asks of a compressed entry */

#endif
