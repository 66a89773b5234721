/* xdg.h - where a person's files belong (XDG Base Directory Specification). */
#ifndef AMB_SETTINGS_XDG_H
#define AMB_SETTINGS_XDG_H

typedef enum AmbXdg {
    AMB_XDG_CONFIG, /* XDG_CONFIG_HOME, else ~/.config: what a person chose */
    AMB_XDG_STATE   /* XDG_STATE_HOME, else ~/.local/state: how things were left */
} AmbXdg;

/* The folder's ambwalk/NAME, malloc'ed.  As the specification asks, a value that is no absolute path is ignored.  NULL:
 * neither the variable nor HOME says where, or no memory. */
char *amb_xdg_file(AmbXdg which, const char *name);

/* Makes the folders that lead to a file, for its owner alone, as the specification asks.  0, or errno. */
int amb_xdg_make_folders(const char *path);

#endif
