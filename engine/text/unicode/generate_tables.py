#!/usr/bin/env python3
"""Writes tables.cpp and normal_tables.cpp beside this file from the Unicode Character Database (Debian: package
unicode-data).

    generate_tables.py [--unicode FOLDER] [--output FOLDER]

Only what the tokenizers use is written, in the forms that tables.h and normal_tables.h describe: about 10 kB for
Heed's own tokenizers, 40 kB for those of other makers' files.
"""

import argparse
import pathlib
import re

HERE = pathlib.Path(__file__).parent
CODE_POINTS = 0x110000


def data_lines(path):
    """The fields of every line, comments left out."""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0]
        if line.strip():
            yield [field.strip() for field in line.split(";")]


def code_range(field):
    """'0041..005A' or '0041' as a range."""
    first, _, last = field.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def general_categories(folder):
    category = {}
    for codes, name in data_lines(folder / "extracted" / "DerivedGeneralCategory.txt"):
        for code in code_range(codes):
            category[code] = name
    return category


# In the order of WordBreak in tables.h; code points that the file does not name are Other.
WORD_BREAKS = [
    "Other", "CR", "LF", "Newline", "Extend", "ZWJ", "Format", "Regional_Indicator", "Katakana", "Hebrew_Letter",
    "ALetter", "MidLetter", "MidNum", "MidNumLet", "Numeric", "ExtendNumLet", "WSegSpace", "Single_Quote",
    "Double_Quote",
]  # fmt: skip


def word_breaks(folder):
    """Code point -> index into WORD_BREAKS, where it is not Other."""
    kind = {}
    for codes, name in data_lines(folder / "auxiliary" / "WordBreakProperty.txt"):
        for code in code_range(codes):
            kind[code] = WORD_BREAKS.index(name)
    return kind


# In the order of Category in normal_tables.h.
CATEGORIES = [
    "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
    "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co",
]  # fmt: skip

# In the order of GraphemeBreak in normal_tables.h.
GRAPHEME_BREAKS = [
    "Other", "CR", "LF", "Control", "Extend", "ZWJ", "Regional_Indicator", "Prepend", "SpacingMark", "L", "V", "T",
    "LV", "LVT",
]  # fmt: skip


def grapheme_breaks(folder):
    """Code point -> index into GRAPHEME_BREAKS, where it is not Other. Hangul syllables are left to arithmetic."""
    kind = {}
    for codes, name in data_lines(folder / "auxiliary" / "GraphemeBreakProperty.txt"):
        for code in code_range(codes):
            if name not in ("LV", "LVT"):
                kind[code] = GRAPHEME_BREAKS.index(name)
    return kind


def combining_classes(folder):
    """Code point -> Canonical_Combining_Class, where it is not 0."""
    return {
        int(fields[0], 16): int(fields[3]) for fields in data_lines(folder / "UnicodeData.txt") if fields[3] != "0"
    }


def word_characters(folder, category):
    r"""What \w takes (UTS #18, annex C)."""
    words = derived_property(folder / "DerivedCoreProperties.txt", "Alphabetic")
    words |= {code for code, name in category.items() if name[0] == "M" or name in ("Nd", "Pc")}
    return words | {0x200C, 0x200D}


def decompositions(folder):
    """The mappings of UnicodeData.txt, not applied to their own parts again: see Decompositions in normal_tables.h."""
    excluded = derived_property(folder / "DerivedNormalizationProps.txt", "Full_Composition_Exclusion")
    out = bytearray()
    previous, previous_first = 0, 0
    for fields in data_lines(folder / "UnicodeData.txt"):
        code, mapping = int(fields[0], 16), fields[5].split()
        if not mapping:
            continue
        is_compatible = mapping[0].startswith("<")
        parts = [int(part, 16) for part in mapping[is_compatible:]]
        assert len(parts) < 32
        does_compose = len(parts) == 2 and not is_compatible and code not in excluded
        out += packed_number(code - previous)
        out.append(len(parts) | is_compatible << 5 | does_compose << 6)
        for i, part in enumerate(parts):
            distance = part - (previous_first if i == 0 else parts[0])
            out += packed_number(distance * 2 if distance >= 0 else -distance * 2 - 1)
        previous, previous_first = code, parts[0]
    return bytes(out)


def packed_number(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return out


def packed_map(kind):
    out = bytearray()
    present, previous = 0, 0
    for code in range(CODE_POINTS):
        if kind.get(code, 0) != present:
            present = kind.get(code, 0)
            out += packed_number(code - previous)
            out.append(present)
            previous = code
    return bytes(out)


def derived_property(file, wanted):
    members = set()
    for codes, name, *_ in data_lines(file):
        if name == wanted:
            members.update(code_range(codes))
    return members


def simple_lower(folder):
    """Code point -> lower-case code point, where they differ."""
    return {
        int(fields[0], 16): int(fields[13], 16)
        for fields in data_lines(folder / "UnicodeData.txt")
        if fields[13]
    }


def check_special_casing(folder):
    """unicode.cpp writes the two lower-casing rules that are no table by hand; fail if a new Unicode adds one."""
    longer, conditional = [], []
    for code, lower, _title, _upper, *rest in data_lines(folder / "SpecialCasing.txt"):
        condition = rest[0] if rest else ""
        if re.match(r"[a-z]{2}\b", condition):
            continue  # only in Lithuanian, Turkish or Azeri
        if condition:
            conditional.append((code, condition))
        elif len(lower.split()) > 1:
            longer.append((code, lower))
    assert longer == [("0130", "0069 0307")], longer
    assert conditional == [("03A3", "Final_Sigma")], conditional


def lower_runs(lower):
    runs = []  # [first, count, stride, delta]
    for code in sorted(lower):
        delta = lower[code] - code
        if runs:
            first, count, stride, last_delta = runs[-1]
            step = code - (first + (count - 1) * stride)
            if delta == last_delta and (step == stride or (count == 1 and step <= 2)):
                runs[-1] = [first, count + 1, step, delta]
                continue
        runs.append([code, 1, 1, delta])
    return runs


def packed(members):
    out = bytearray()
    inside, previous = False, 0
    for code in range(CODE_POINTS + 1):
        if (code in members) != inside:
            inside = not inside
            out += packed_number(code - previous)
            previous = code
    return bytes(out)


def rows(items, width=110):
    line, out = " ", []
    for item in items:
        if len(line) + len(item) + 2 > width:
            out.append(line)
            line = " "
        line += f" {item},"
    return "\n".join(out + [line])


def unicode_version(folder):
    return re.search(r"-(\d+\.\d+\.\d+)\.txt", (folder / "DerivedCoreProperties.txt").read_text()).group(1)


def render_tables(folder):
    version = unicode_version(folder)
    category = general_categories(folder)
    sets = {
        "LetterOrNumber": {code for code, name in category.items() if name[0] in "LN"},
        "Cased": derived_property(folder / "DerivedCoreProperties.txt", "Cased"),
        "CaseIgnorable": derived_property(folder / "DerivedCoreProperties.txt", "Case_Ignorable"),
        "Pictographic": derived_property(folder / "emoji" / "emoji-data.txt", "Extended_Pictographic"),
    }
    check_special_casing(folder)
    runs = lower_runs(simple_lower(folder))
    parts = [
        f"// Generated by generate_tables.py from Unicode {version}; do not edit.",
        '#include "engine/text/unicode/tables.h"\n',
        "// clang-format off",
        "namespace heed::unicode {\n",
        "const LowerRun kLowerRuns[] = {",
        rows(f"{{0x{first:X}, {count}, {stride}, {delta}}}" for first, count, stride, delta in runs),
        "};",
        f"const size_t kLowerRunCount = {len(runs)};\n",
    ]
    blobs = [(name, packed(members)) for name, members in sets.items()]
    for name, data in blobs + [("WordBreaks", packed_map(word_breaks(folder)))]:
        parts.append(f"static const uint8_t k{name}Bytes[] = {{\n{rows(map(str, data))}\n}};")
        parts.append(f"const PackedSet k{name} = {{k{name}Bytes, {len(data)}}};\n")
    parts.append("}  // namespace heed::unicode\n")
    return "\n".join(parts)


def render_normal_tables(folder):
    version = unicode_version(folder)
    category = general_categories(folder)
    categories = {code: CATEGORIES.index(name) for code, name in category.items()}
    blobs = {
        "Categories": packed_map(categories),
        "GraphemeBreaks": packed_map(grapheme_breaks(folder)),
        "CombiningClasses": packed_map(combining_classes(folder)),
        "WordCharacters": packed(word_characters(folder, category)),
        "Decompositions": decompositions(folder),
    }
    parts = [
        f"// Generated by generate_tables.py from Unicode {version}; do not edit.",
        '#include "engine/text/unicode/normal_tables.h"\n',
        "// clang-format off",
        "namespace heed::unicode {\n",
    ]
    for name, data in blobs.items():
        parts.append(f"static const uint8_t k{name}Bytes[] = {{\n{rows(map(str, data))}\n}};")
        parts.append(f"const PackedSet k{name} = {{k{name}Bytes, {len(data)}}};\n")
    parts.append("}  // namespace heed::unicode\n")
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unicode", type=pathlib.Path, default=pathlib.Path("/usr/share/unicode"))
    parser.add_argument("--output", type=pathlib.Path, default=HERE)
    arguments = parser.parse_args()
    for name, render in (("tables.cpp", render_tables), ("normal_tables.cpp", render_normal_tables)):
        (arguments.output / name).write_text(render(arguments.unicode), encoding="utf-8")


if __name__ == "__main__":
    main()
