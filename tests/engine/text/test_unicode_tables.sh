#!/usr/bin/env bash
# The committed Unicode tables are those that the generator writes. Exits with 77 (skipped) where it cannot run.
set -eu
text="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/engine/text/unicode"
unicode="${HEED_UNICODE_DATA:-/usr/share/unicode}"
if ! command -v python3 >/dev/null; then
  echo "skipped: python3 is not installed"
  exit 77
fi
if [ ! -f "$unicode/UnicodeData.txt" ]; then
  echo "skipped: no Unicode data in $unicode (Debian: apt-get install unicode-data)"
  exit 77
fi
wanted=$(sed -n 's/.*from Unicode \([0-9.]*\);.*/\1/p' "$text/tables.cpp")
if ! grep -q -- "-$wanted.txt" "$unicode/DerivedCoreProperties.txt"; then
  echo "skipped: $unicode is not Unicode $wanted"
  exit 77
fi
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
python3 "$text/generate_tables.py" --unicode "$unicode" --output "$fresh"
for tables in tables.cpp normal_tables.cpp; do
  diff -u "$text/$tables" "$fresh/$tables"
  echo "$tables is what Unicode $wanted gives"
done
