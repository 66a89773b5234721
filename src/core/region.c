/* region.c - from a terrain word to an STB, and the names of sound types. */
#include "amb/region.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* RETAIL: acclient 0x005518F0 func exact spec:1 */
bool amb_sound_is_constant(const AmbSoundDesc *d)
{
    return d->base_chance == 0.0f;
}

unsigned amb_word_terrain(uint16_t terrain_word)
{
    return (terrain_word >> 2) & 31u;
}

unsigned amb_word_scene(uint16_t terrain_word)
{
    return terrain_word >> 11;
}

static int32_t in_list(int32_t index, uint32_t n)
{
    return index >= 0 && (uint32_t)index < n ? index : AMB_NONE;
}

/* RETAIL: acclient 0x00502400 func exact spec:9 */
int32_t amb_region_stb(const AmbRegion *r, uint16_t terrain_word)
{
    const unsigned t = amb_word_terrain(terrain_word), s = amb_word_scene(terrain_word);
    if (t >= r->n_terrain || s >= r->terrain[t].n_scenes)
        return AMB_NONE;
    const int32_t scene = in_list(r->terrain[t].scenes[s], r->n_scenes);
    return scene == AMB_NONE ? AMB_NONE : in_list(r->scene_stb[scene], r->n_stbs);
}

const AmbTableType *amb_table_find(const AmbTable *t, uint32_t type)
{
    for (uint32_t i = 0; i < t->n_types; i++)
        if (t->types[i].type == type)
            return &t->types[i];
    return NULL;
}

const char *amb_stb_table_text(const AmbStb *s, char buf[AMB_TABLE_TEXT])
{
    if (s->table_name)
        return s->table_name;
    snprintf(buf, AMB_TABLE_TEXT, "%08X", s->table_id);
    return buf;
}

static const char *const type_names[] = {
    "Invalid", "Speak1", "Random", "Attack1", "Attack2", "Attack3", "SpecialAttack1", "SpecialAttack2",
    "SpecialAttack3", "Damage1", "Damage2", "Damage3", "Wound1", "Wound2", "Wound3", "Death1",
    "Death2", "Death3", "Grunt1", "Grunt2", "Grunt3", "Oh1", "Oh2", "Oh3",
    "Heave1", "Heave2", "Heave3", "Knockdown1", "Knockdown2", "Knockdown3", "Swoosh1", "Swoosh2",
    "Swoosh3", "Thump1", "Smash1", "Scratch1", "Spear", "Sling", "Dagger", "ArrowWhiz1",
    "ArrowWhiz2", "CrossbowPull", "CrossbowRelease", "BowPull", "BowRelease", "ThrownWeaponRelease1", "ArrowLand", "Collision",
    "HitFlesh1", "HitLeather1", "HitChain1", "HitPlate1", "HitMissile1", "HitMissile2", "HitMissile3", "Footstep1",
    "Footstep2", "Walk1", "Dance1", "Dance2", "Dance3", "Hidden1", "Hidden2", "Hidden3",
    "Eat1", "Drink1", "Open", "Close", "OpenSlam", "CloseSlam", "Ambient1", "Ambient2",
    "Ambient3", "Ambient4", "Ambient5", "Ambient6", "Ambient7", "Ambient8", "Waterfall", "LogOut",
    "LogIn", "LifestoneOn", "AttribUp", "AttribDown", "SkillUp", "SkillDown", "HealthUp", "HealthDown",
    "ShieldUp", "ShieldDown", "EnchantUp", "EnchantDown", "VisionUp", "VisionDown", "Fizzle", "Launch",
    "Explode", "TransUp", "TransDown", "BreatheFlaem", "BreatheAcid", "BreatheFrost", "BreatheLightning", "Create",
    "Destroy", "Lockpicking", "UI_EnterPortal", "UI_ExitPortal", "UI_GeneralQuery", "UI_GeneralError", "UI_TransientMessage", "UI_IconPickUp",
    "UI_IconSuccessfulDrop", "UI_IconInvalid_Drop", "UI_ButtonPress", "UI_GrabSlider", "UI_ReleaseSlider", "UI_NewTargetSelected", "UI_Roar", "UI_Bell",
    "UI_Chant1", "UI_Chant2", "UI_DarkWhispers1", "UI_DarkWhispers2", "UI_DarkLaugh", "UI_DarkWind", "UI_DarkSpeech", "UI_Drums",
    "UI_GhostSpeak", "UI_Breathing", "UI_Howl", "UI_LostSouls", "UI_Squeal", "UI_Thunder1", "UI_Thunder2", "UI_Thunder3",
    "UI_Thunder4", "UI_Thunder5", "UI_Thunder6", "RaiseTrait", "WieldObject", "UnwieldObject", "ReceiveItem", "PickUpItem",
    "DropItem", "ResistSpell", "PicklockFail", "LockSuccess", "OpenFailDueToLock", "TriggerActivated", "SpellExpire", "ItemManaDepleted",
    "TriggerActivated1", "TriggerActivated2", "TriggerActivated3", "TriggerActivated4", "TriggerActivated5", "TriggerActivated6", "TriggerActivated7", "TriggerActivated8",
    "TriggerActivated9", "TriggerActivated10", "TriggerActivated11", "TriggerActivated12", "TriggerActivated13", "TriggerActivated14", "TriggerActivated15", "TriggerActivated16",
    "TriggerActivated17", "TriggerActivated18", "TriggerActivated19", "TriggerActivated20", "TriggerActivated21", "TriggerActivated22", "TriggerActivated23", "TriggerActivated24",
    "TriggerActivated25", "TriggerActivated26", "TriggerActivated27", "TriggerActivated28", "TriggerActivated29", "TriggerActivated30", "TriggerActivated31", "TriggerActivated32",
    "TriggerActivated33", "TriggerActivated34", "TriggerActivated35", "TriggerActivated36", "TriggerActivated37", "TriggerActivated38", "TriggerActivated39", "TriggerActivated40",
    "TriggerActivated41", "TriggerActivated42", "TriggerActivated43", "TriggerActivated44", "TriggerActivated45", "TriggerActivated46", "TriggerActivated47", "TriggerActivated48",
    "TriggerActivated49", "TriggerActivated50", "HealthDownVoid", "RegenDownVoid", "SkillDownVoid",
};
#define N_TYPES (sizeof type_names / sizeof type_names[0])
_Static_assert(N_TYPES == 0xCD, "205 sound types, 00 to CC");

const char *amb_sound_type_name(uint32_t type)
{
    return type < N_TYPES ? type_names[type] : NULL;
}

int amb_sound_type_parse(const char *name)
{
    for (size_t i = 0; i < N_TYPES; i++)
        if (strcmp(type_names[i], name) == 0)
            return (int)i;
    return -1;
}
