"""Letters of other scripts that look like Latin ones, as attackers use them to hide words from rules."""

_PAIRS = (
    # Cyrillic
    "аa вb сc ԁd еe ғf ԍg һh іi јj кk ӏl мm нh оo рp ԛq гr ѕs тt цu ѵv ԝw хx уy зz ёe ґr әe үy ъb ьb яr",
    # Greek
    "αa βb ϲc δd εe ϝf ηn ιi κk λl μu νv οo ρp σo ςs τt υu χx γy ζz ωw",
    # Armenian, Hebrew, Cherokee and others that are seen in the wild
    "աw եt հh օo սu յj ոn ցg զq էt ւl ꭰd ꭱr ꭲt ꮃw ꮪs ꮯc ꮮl ꮲp ꭺa ꮋh ꭵi ꭼe ꮤw",
    # Small capitals and phonetic letters
    "ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz",
    "ɑa ɡg ıi ɩi ʋv ɯw ɾr ʂs ʐz ɓb ɗd ɠg ɦh ƙk ɭl ɱm",
    # Barred and hooked letters that have no decomposition
    "øo łl đd ħh ŧt ƀb ƃb ƈc ƒf ƥp ƭt ƴy ƶz ɉj ɍr ɇe ⱥa ȼc ǥg ɨi ŀl",
)

LATIN_TWINS: dict[str, str] = {pair[0]: pair[-1] for group in _PAIRS for pair in group.split()}
# Letters inside circles and squares that NFKC leaves alone, and flags spelt with regional indicators.
for _first in (0x1F150, 0x1F170, 0x1F1E6):
    LATIN_TWINS.update({chr(_first + offset): chr(ord("a") + offset) for offset in range(26)})

MIXED_SCRIPTS = "[a-z][\u0370-\u03ff\u0400-\u052f]|[\u0370-\u03ff\u0400-\u052f][a-z]"
"""A Latin letter next to a Greek or Cyrillic one: no language writes words that way."""
