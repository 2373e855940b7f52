#!/usr/bin/env python3
"""Verifies an export of the ledger against published checkpoints, with Python's standard library alone.

    verify_export.py EVENTS HEADS CHECKPOINTS...

EVENTS is the output of `ledger export`, HEADS of `ledger export --heads`, CHECKPOINTS are saved pages of
GET /api/checkpoints. Prints the first row that does not fit (exit code 1), or what fits (0).
"""
import json
import sys
from collections import defaultdict
from datetime import datetime, timedelta
from hashlib import sha256, sha512

FIELDS = ("wallet_id seq position kind amount_paise held_paise locked_paise balance_after held_after "
          "counter_account actor member_uid budget_month generation_id conversation_id order_id payment_id "
          "hold_id reverses_seq upgrades_seq hold_expires_at reason effective_at recorded_at "
          "idempotency_key request_hash").split()
OVERDRAWS, SPENDS = {"TopUpRefunded", "TopUpDisputed", "GatewayCorrected"}, {"HoldPlaced", "Charged"}
CHARGES, ENDS_HOLD = {"HoldCaptured", "Charged"}, {"HoldCaptured", "HoldVoided", "HoldExpired", "TopUpRefunded"}
NO_HASH = bytes(32)
CHECKPOINT = ("version number createdAtMs walletCount eventCount balancePaise heldPaise merkleRootHex "
              "previousHashHex keyId").split()

class Misfit(Exception): pass
def encode(fields):
    texts = (None if field is None else str(field).encode() for field in fields)
    return b"".join(b"-" if text is None else b"%d:%s" % (len(text), text) for text in texts)

def milliseconds(text):
    return (datetime.fromisoformat(text.rstrip("Z")) - datetime(1970, 1, 1)) // timedelta(milliseconds=1)

def digest_of(event):
    values = (milliseconds(event[name]) if event[name] and name.endswith("_at") else event[name] for name in FIELDS)
    return sha256(encode(["sachet.ledger.event", event["encoding_version"], *values])).digest()

class Wallet:
    def __init__(self, name):
        self.name, self.seq, self.head, self.recorded_at = name, 0, NO_HASH, -(2**63)
        self.balance = self.held = self.locked = self.floor = 0
        self.holds, self.used_holds, self.charges, self.keys = {}, set(), {}, set()
        self.heads = {}  # What a checkpoint's leaf contains, by sequence number.

    def add(self, event, wanted):
        def need(condition, words):
            if not condition:
                raise Misfit(f"{self.name} seq {event['seq']}: {words}")
        kind, amount, held = event["kind"], event["amount_paise"], event["held_paise"]
        need(event["seq"] == self.seq + 1, f"follows seq {self.seq}")
        self.head = sha256(self.head + digest_of(event)).digest()
        need(self.head.hex() == event["hash"], "does not hash to what was recorded")
        need(self.balance + amount == event["balance_after"], "the balance does not add up")
        need(self.held + held == event["held_after"], "the held amount does not add up")
        recorded_at = milliseconds(event["recorded_at"])
        need(recorded_at >= self.recorded_at, "was recorded before the previous event")
        need(amount == 0 or event["counter_account"], "has no other side")
        need(event["idempotency_key"] not in self.keys, "its key was used before")
        self.keys.add(event["idempotency_key"])
        self.change_holds(event, need)
        if kind in CHARGES:
            self.charges[event["seq"]] = -amount
        if kind == "ChargeRefunded":
            self.charges[event["reverses_seq"]] = left = self.charges.get(event["reverses_seq"], 0) - amount
            need(0 < amount and left >= 0, "refunds more than a charge")
        self.locked += event["locked_paise"] or 0
        need(self.locked >= 0, "releases more than is locked")
        available = self.balance + amount - self.held - held
        need(kind in OVERDRAWS or available >= self.floor, "overdraws the wallet")
        need(kind not in SPENDS or available >= self.locked, "spends a locked bonus")
        self.floor = min(0, available if kind in OVERDRAWS else max(self.floor, available))
        self.seq, self.recorded_at = event["seq"], recorded_at
        self.balance, self.held = event["balance_after"], event["held_after"]
        if self.seq in wanted:
            self.heads[self.seq] = (self.seq, self.head.hex(), self.balance, self.held)

    def change_holds(self, event, need):
        kind, held, name = event["kind"], event["held_paise"], event["hold_id"]
        if kind == "HoldPlaced":
            need(held > 0 and name and name not in self.used_holds, "places a hold twice, or none")
            self.used_holds.add(name)
            self.holds[name] = held
        elif kind in ENDS_HOLD and name:
            need(self.holds.pop(name, 0) == -held, "ends a hold that is not open, or another amount")
            need(kind == "TopUpRefunded" or -event["amount_paise"] <= -held, "captures more than was held")
        else:
            need(held == 0, "changes the held amount without a hold")

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # Ed25519, RFC 8032, section 6.
D = -121665 * pow(121666, P - 2, P) % P

def add_points(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P

def multiply(scalar, point):
    result = (0, 1, 1, 0)
    for bit in bin(scalar)[2:]:
        result = add_points(result, result)
        result = add_points(result, point) if bit == "1" else result
    return result

def decompress(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & 2**255 - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or x == 0 and sign:
        raise Misfit("a key or a signature is not a point of Ed25519")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P

BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))

def is_signed(key, message, signature):
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % Q
    a, b = multiply(s, BASE), add_points(decompress(signature[:32]), multiply(h, decompress(key)))
    return s < Q and (a[0] * b[2] - b[0] * a[2]) % P == 0 == (a[1] * b[2] - b[1] * a[2]) % P

def root_of(leaves):
    level = [sha256(b"\0" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = [level[i:i + 2] for i in range(0, len(level), 2)]
        level = [sha256(b"\1" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0] if level else sha256(b"").digest()

def read_checkpoints(pages):
    keys, found = {}, {}
    for page in pages:
        for raw in (bytes.fromhex(key["publicKeyHex"]) for key in page["publicKeys"]):
            keys[sha256(raw).hexdigest()[:16]] = raw
        for each in page["checkpoints"]:
            told = each["checkpoint"]
            text = encode(["sachet.ledger.checkpoint", *(told[name] for name in CHECKPOINT)])
            found[told["number"], 1] = told, text, each
        for each in page["restores"]:
            told = each["statement"]
            given_up = [part for lost in told["givenUp"] for part in (lost["number"], lost["hashHex"])]
            text = encode(["sachet.ledger.restore", told["version"], told["number"], told["createdAtMs"],
                           told["restoredToMs"], told["afterNumber"], len(told["givenUp"]), *given_up,
                           told["nextNumber"], told["previousHashHex"], told["keyId"]])
            found[told["nextNumber"], 0, told["number"]] = told, text, each  # Before its next checkpoint.
    previous = None
    for place in sorted(found):
        told, text, signed = found[place]
        name = f"{'checkpoint' if place[1] else 'restore'} {told['number']}"
        if sha256(text).hexdigest() != signed["hashHex"]:
            raise Misfit(f"{name}: does not hash to what was published")
        if not is_signed(keys.get(told["keyId"], NO_HASH), text, bytes.fromhex(signed["signatureHex"])):
            raise Misfit(f"{name}: is not signed with a published key")
        previous = previous or (NO_HASH.hex() if place == (1, 1) else told["previousHashHex"])
        if previous != told["previousHashHex"]:
            raise Misfit(f"{name}: does not follow the one before")
        previous = signed["hashHex"]
    return {place[0]: found[place][0] for place in found if place[1]}

def read_rows(file):
    with open(file, encoding="utf-8", newline="\n") as lines:
        yield from map(json.loads, lines)

def verify(events_file, heads_file, page_files):
    moved, wanted = defaultdict(list), defaultdict(set)
    for row in read_rows(heads_file):
        moved[row["checkpoint_number"]].append((row["wallet_id"], row["seq"]))
        wanted[row["wallet_id"]].add(row["seq"])
    wallets, accounts = {}, defaultdict(int)
    for event in read_rows(events_file):
        wallet = wallets.setdefault(event["wallet_id"], Wallet(event["wallet_id"]))
        wallet.add(event, wanted[wallet.name])
        accounts[event["counter_account"]] -= event["amount_paise"]
    owed = sum(wallet.balance for wallet in wallets.values())
    if owed != -sum(accounts.values()):
        raise Misfit("the accounts do not add up to zero")
    heads, checkpoints = {}, read_checkpoints(json.load(open(file, encoding="utf-8")) for file in page_files)
    for number in sorted(moved.keys() | checkpoints.keys()):
        for name, seq in moved[number]:
            heads[name] = wallets[name].heads.get(seq) if name in wallets else None
            if heads[name] is None:
                raise Misfit(f"{name} seq {seq}: is missing; checkpoint {number} contains it")
        if number not in checkpoints: continue
        leaves = [encode(["sachet.ledger.head", name, *heads[name]]) for name in sorted(heads, key=str.encode)]
        sums = [len(heads), *(sum(head[i] for head in heads.values()) for i in (0, 2, 3)), root_of(leaves).hex()]
        if sums != [checkpoints[number][name] for name in CHECKPOINT[3:8]]:
            raise Misfit(f"checkpoint {number}: saw another ledger")
    sums = "".join(f"\n{name}: {paise / 100:.2f}" for name, paise in sorted(accounts.items()) if name)
    return (f"{sum(wallet.seq for wallet in wallets.values())} events of {len(wallets)} wallets, "
            f"{len(checkpoints)} checkpoints: all fits.\nwallets: {owed / 100:.2f}{sums}")

if __name__ == "__main__":
    if len(sys.argv) < 4: sys.exit(__doc__)
    try:
        print(verify(sys.argv[1], sys.argv[2], sys.argv[3:]))
    except Misfit as misfit:
        sys.exit(str(misfit))
    except (KeyError, TypeError, ValueError) as broken:
        sys.exit(f"A file is not what it should be: {type(broken).__name__} {broken}")
