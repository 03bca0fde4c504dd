#!/usr/bin/env bash
# papers.sh HEED FOLDER: writes what the program says about itself as manual pages and completion, under FOLDER/heed
# and FOLDER/studio as they stand below share/, and the packages' changelog.
set -euo pipefail
heed=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"/{heed,studio}/man/man1 "$folder"/heed/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}

packed() { gzip -9n > "$1.gz"; }

"$heed" man | packed "$folder/heed/man/man1/heed.1"
"$heed" --help | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z-]*\) .*/\1/p' | while read -r command; do
  "$heed" man "$command" | packed "$folder/heed/man/man1/heed-$command.1"
done
packed "$folder/studio/man/man1/heed-studio.1" <<'TEXT'
.TH heed\-studio 1 "" "heed" "User Commands"
.SH NAME
heed\-studio \- train models and look at their attention in a window
.SH SYNOPSIS
.B heed\-studio
[PATH...]
.SH DESCRIPTION
Opens the desktop app of Heed. PATH is a model folder or a data file to open with it.
.SH SEE ALSO
.BR heed (1)
TEXT

"$heed" completion bash > "$folder/heed/bash-completion/completions/heed"
"$heed" completion zsh > "$folder/heed/zsh/vendor-completions/_heed"
"$heed" completion fish > "$folder/heed/fish/vendor_completions.d/heed.fish"

version=$("$heed" --version | cut -d' ' -f2)
packed "$folder/changelog" <<TEXT
heed ($version) unstable; urgency=medium

  * Version $version. The release notes say what is new.

 -- The Heed authors <heed@users.noreply.github.com>  $(date -u -R -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")
TEXT
