#!/bin/sh
# check_retail.sh - every RETAIL tag has the one form, names an address of tests/retail-addresses.txt, and no function is claimed twice.
set -u
cd "$(dirname "$0")/.." || exit 1
form='^/\* RETAIL: acclient 0x[0-9A-F]{8} (func|data|field) (exact|inferred|deviates) spec:[0-9]+ \*/$'
tags=$(grep -rhE 'RETAIL:' src include --include='*.[ch]')
odd=$(printf '%s\n' "$tags" | grep -vE "$form")
[ -z "$odd" ] || { printf 'not the form of a tag:\n%s\n' "$odd"; exit 1; }
twice=$(printf '%s\n' "$tags" | awk '$4 ~ /^0x/ && $5 == "func" {print $4}' | sort | uniq -d)
[ -z "$twice" ] || { printf 'claimed twice: %s\n' "$twice"; exit 1; }
for address in $(printf '%s\n' "$tags" | awk '{print $4}' | sort -u); do
    grep -q "^$address" tests/retail-addresses.txt || { echo "$address is not in tests/retail-addresses.txt"; exit 1; }
done
n=$(printf '%s\n' "$tags" | grep -c .)
[ "$n" -ge 20 ] || { echo "only $n tags found"; exit 1; }
echo "$n tags hold"
