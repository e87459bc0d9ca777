#!/bin/sh
# Backs up into a new folder of $1, named by the time in UTC, and deletes the backups that are older than KEEP_DAYS.
# A backup counts as one when it is whole: an unfinished folder ends in .partial and is replaced by the next night's.
set -eu
backups=$1
keep_days=${KEEP_DAYS:-14}
name=$(date -u +%Y-%m-%dT%H%M%SZ)
rm -rf "$backups"/*.partial
node_modules/.bin/node scripts/backup.ts "$backups/$name.partial"
mv "$backups/$name.partial" "$backups/$name"
find "$backups" -mindepth 1 -maxdepth 1 -type d -name '20*Z' -mtime "+$keep_days" -exec rm -rf {} +
