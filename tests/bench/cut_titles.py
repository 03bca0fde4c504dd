"""Titles for news that have none of their own: rows of AG News' training part whose text begins with its title.

    python3 tests/bench/cut_titles.py train_subset.csv.gz --out FILE.csv

The file has a header with `form`, `title` and `text`; rows of form "full" are cut, others stay as they are. Where an agency, a
full stop apart or a place in capitals follows on the title, it ends there; elsewhere the first few words stand for it. Then
heed train heed-small-topics --from assets/pretrained/heed-small --data FILE.csv --test test.csv.
"""

import argparse
import csv
import gzip
import random
import re

FEWEST, MOST = 4, 9  # words of a title where nothing says where it ends
REST = 4  # words that are left behind such a title, at least
AGENCIES = (
    r"Reuters|AP|AFP|CP|Canadian Press|SiliconValley\.com|USATODAY\.com|washingtonpost\.com|Ziff Davis|PC World|InfoWorld|"
    r"[Mm]ac[Cc]entral|TechWeb|SPACE\.com|Forbes\.com|NewsFactor|ITsonTheNet"
)
ENDS = [
    re.compile(rf"^(.{{15,110}}?\((?:{AGENCIES})[^)]*\)) (.+)$"),
    re.compile(r"^(.{15,110}?) \. (.+)$"),
    re.compile(r"^(.{15,110}?) ([A-Z]{3,}[A-Z,. ]* ?(?:\([A-Za-z]+\) )?- ?-? ?.+)$"),
]


def cut(text, draw):
    """Title and rest; None where the text is too short for both."""
    for end in ENDS:
        if found := end.match(text):
            return found.groups()
    words = text.split()
    count = draw.randint(FEWEST, MOST)
    if len(words) < count + 1 + REST:
        return None
    return " ".join(words[:count]), " ".join(words[count:])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file")
    arguments.add_argument("--out", required=True)
    given = arguments.parse_args()
    opened = gzip.open if given.file.endswith(".gz") else open
    draw = random.Random(0)
    with opened(given.file, "rt", newline="") as source, open(given.out, "w", newline="") as out:
        rows = csv.DictReader(source)
        table = csv.DictWriter(out, rows.fieldnames)
        table.writeheader()
        for row in rows:
            if row["form"] == "full" and (parts := cut(row["text"], draw)):
                row.update(form="split", title=parts[0], text=parts[1])
            table.writerow(row)


if __name__ == "__main__":
    main()
