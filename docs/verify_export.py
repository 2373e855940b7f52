#!/usr/bin/env python3
"""Verifies an export of the ledger against published checkpoints, with Python's standard library alone.

    verify_export.py EVENTS HEADS CHECKPOINTS...

EVENTS is the output of `ledger export`, HEADS of `ledger export --heads`, CHECKPOINTS are saved pages of
GET /api/checkpoints. Prints the first row that does not fit (exit code 1), or what fits (0)."""
import json, sys
from collections import defaultdict
from datetime import datetime, timedelta
from hashlib import sha256, sha512

FIELDS = ("wallet_id seq position kind amount_paise held_paise locked_paise balance_after held_after "
          "counter_account actor member_uid budget_month generation_id conversation_id order_id payment_id "
          "hold_id reverses_seq upgrades_seq hold_expires_at reason effective_at recorded_at "
          "idempotency_key request_hash").split()
# The signs of amount, held and locked amount (* for any, > and < for or none), the accounts, and their kinds.
KINDS = {kind: (signs, accounts.split(",")) for signs, accounts, *kinds in map(str.split, """
    +0> promotions SignupBonusCredited;        +00 promotions ReferralCredited GiftCodeRedeemed
    00- promotions BonusReleased;              +00 gateway: TopUpCredited RefundReturned DisputeWon
    -<0 gateway: TopUpRefunded;                -00 gateway: TopUpDisputed
    *00 gateway: GatewayCorrected;             *00 adjustments AdjustedByAdmin
    0+0 revenue:,gateway: HoldPlaced;          0-0 revenue:,gateway: HoldVoided HoldExpired
    --0 revenue: HoldCaptured;                 -00 revenue: Charged;    +00 revenue: ChargeRefunded
    -0< promotions,unclaimed WalletCleared""".replace("\n", ";").split(";")[1:]) for kind in kinds}
SIGNS = {"+": {1}, "-": {-1}, "0": {0}, "*": {1, -1}, ">": {0, 1}, "<": {0, -1}}
OVERDRAWS, NO_HASH = {"TopUpRefunded", "TopUpDisputed", "GatewayCorrected"}, bytes(32)
TAKEN = {"RefundReturned": "TopUpRefunded", "DisputeWon": "TopUpDisputed"}
CHECKPOINT = ("version number createdAtMs walletCount eventCount balancePaise heldPaise merkleRootHex "
              "previousHashHex keyId").split()
RESTORE = "version number createdAtMs restoredToMs afterNumber nextNumber previousHashHex keyId".split()

class Misfit(Exception): pass
def need(condition, place, words):
    if not condition: raise Misfit(f"{place}: {words}")
def encode(fields):
    texts = (None if field is None else str(field).encode() for field in fields)
    return b"".join(b"-" if text is None else b"%d:%s" % (len(text), text) for text in texts)
def milliseconds(text):
    if len(text) != 24: raise ValueError(text)
    return (datetime.fromisoformat(text[:-1]) - datetime(1970, 1, 1)) // timedelta(milliseconds=1)
def digest_of(event):
    values = (milliseconds(event[name]) if event[name] and name.endswith("_at") else event[name] for name in FIELDS)
    return sha256(encode(["sachet.ledger.event", event["encoding_version"], *values])).digest()

class Wallet:
    used = set()  # What occurs once, in this wallet or in all.
    def __init__(self, name):
        self.name, self.seq, self.head, self.recorded_at = name, 0, NO_HASH, -(2**63)
        self.balance = self.held = self.locked = self.floor = 0
        self.holds, self.charges, self.paid = {}, {}, defaultdict(int)
        self.heads = {}  # What a checkpoint's leaf contains, by sequence number.
    def add(self, event, wanted):
        kind, amount, held, locked = (event[name] for name in ("kind", "amount_paise", "held_paise", "locked_paise"))
        account, hold, payment = (event[name] for name in ("counter_account", "hold_id", "payment_id"))
        place, recorded_at = f"{self.name} seq {event['seq']}", milliseconds(event["recorded_at"])
        need(event.keys() == {"encoding_version", "hash", *FIELDS}, place, "has other columns")
        need(event["seq"] == self.seq + 1, place, f"follows seq {self.seq}")
        self.head = sha256(self.head + digest_of(event)).digest()
        need(self.head.hex() == event["hash"], place, "does not hash to what was recorded")
        sums = self.balance + amount, self.held + held
        need(sums == (event["balance_after"], event["held_after"]), place, "does not add up")
        need(recorded_at >= self.recorded_at, place, "was recorded before the previous event")
        need(event["encoding_version"] == 1 and kind in KINDS, place, "is of an unknown kind or version")
        for sign, paise in zip(KINDS[kind][0], (amount, held, locked or 0)):
            need((paise > 0) - (paise < 0) in SIGNS[sign], place, f"no {kind} has such an amount")
        need((account or "").startswith(tuple(KINDS[kind][1])), place, f"no {kind} has such an account")
        for once in (("position", event["position"]), ("key", self.name, event["idempotency_key"]),
                     ("hold", hold if held > 0 else place), ("payment", payment if kind == "TopUpCredited" else place)):
            need(once not in self.used, place, f"its {once[0]} was used before")
            self.used.add(once)
        if held > 0: self.holds[hold] = held, account
        if held < 0:
            need(self.holds.pop(hold, None) == (-held, account), place, "ends a hold that is not open, or in part")
            need(kind == "TopUpRefunded" or -amount <= -held, place, "captures more than was held")
        if kind in ("HoldCaptured", "Charged"):
            self.charges[self.seq + 1] = [-amount, account, event["generation_id"]]
        if kind == "ChargeRefunded" or event["upgrades_seq"]:
            charge = self.charges.get(event["reverses_seq"] or event["upgrades_seq"], [0])
            same, first = [account, event["generation_id"]], 0 if kind == "ChargeRefunded" else 1
            need(charge[1 + first:] == same[first:], place, "names no charge, or another one")
            charge[0] -= max(0, amount)
            need(charge[0] >= 0, place, "refunds more than a charge")
        if payment:
            self.paid[kind, payment] += amount
            need(("TopUpCredited", payment) in self.paid, place, "is about no payment of this wallet")
            back = self.paid[kind, payment] + self.paid[TAKEN.get(kind), payment]
            need(kind not in TAKEN or back <= 0, place, "gives back more than was taken")
        self.locked += locked or 0
        need(self.locked >= 0, place, "releases more than is locked")
        available = sums[0] - sums[1]
        need(kind in OVERDRAWS or available >= self.floor, place, "overdraws the wallet")
        need(kind not in ("HoldPlaced", "Charged") or available >= self.locked, place, "spends a locked bonus")
        self.floor = min(0, available if kind in OVERDRAWS else max(self.floor, available))
        self.seq, self.recorded_at, self.balance, self.held = event["seq"], recorded_at, *sums
        if self.seq in wanted: self.heads[self.seq] = self.seq, self.head.hex(), *sums

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # Ed25519, RFC 8032, section 6.
D = -121665 * pow(121666, P - 2, P) % P
def add_points(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P
def multiply(scalar, point):
    if scalar == 0: return 0, 1, 1, 0
    half = multiply(scalar // 2, point)
    return add_points(add_points(half, half), point) if scalar % 2 else add_points(half, half)
def decompress(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & 2**255 - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    need(y < P and x * x % P == square and (x or not sign), data.hex(), "is no key or signature of Ed25519")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P
def is_signed(key, message, signature):
    base, s = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")), int.from_bytes(signature[32:], "little")
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % Q
    a, b = multiply(s, base), add_points(decompress(signature[:32]), multiply(h, decompress(key)))
    return s < Q and (a[0] * b[2] - b[0] * a[2]) % P == 0 == (a[1] * b[2] - b[1] * a[2]) % P
def root_of(leaves):
    level = [sha256(b"\0" + leaf).digest() for leaf in leaves] or [sha256(b"").digest()]
    while len(level) > 1:
        pairs = [level[i:i + 2] for i in range(0, len(level), 2)]
        level = [sha256(b"\1" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0]
def text_of(told):
    if "merkleRootHex" in told: return encode(["sachet.ledger.checkpoint", *(told[name] for name in CHECKPOINT)])
    lost = [part for each in told["givenUp"] for part in (each["number"], each["hashHex"])]
    fields = [told[name] for name in RESTORE]
    return encode(["sachet.ledger.restore", *fields[:5], len(told["givenUp"]), *lost, *fields[5:]])

def read_checkpoints(pages):
    keys, found, given_up, kept, signers, bases = {}, {}, set(), {}, [], []
    for page in pages:
        for raw in (bytes.fromhex(key["publicKeyHex"]) for key in page["publicKeys"]):
            keys[sha256(raw).hexdigest()[:16]] = raw
        for each in page["checkpoints"] + page["restores"]:
            told = each.get("checkpoint") or each["statement"]
            given_up.update(lost["hashHex"] for lost in told.get("givenUp", []))
            # A restore stands before its next checkpoint. Of two checkpoints with one number, one does not follow.
            place = told.get("nextNumber", told["number"]), "checkpoint" in each, told["number"], each["hashHex"]
            found[place] = told, each
    for (_, is_checkpoint, number, digest), (told, each) in sorted(found.items(), key=lambda item: item[0]):
        place, text, key = f"{'checkpoint' if is_checkpoint else 'restore'} {number}", text_of(told), told["keyId"]
        need(sha256(text).hexdigest() == digest, place, "does not hash to what was published")
        is_own = is_signed(keys.get(key, NO_HASH), text, bytes.fromhex(each["signatureHex"]))
        need(is_own, place, "is not signed with a published key")
        if digest in given_up: continue
        need(key not in signers[:-1], place, "is signed with a key that had been replaced")
        signers += [key] if key not in signers else []
        # A restore may continue from before an earlier one, which its backup did not have.
        bases = bases or [NO_HASH.hex() if is_checkpoint and number == 1 else told["previousHashHex"]]
        before = bases[-1:] if is_checkpoint else bases
        need(told["previousHashHex"] in before, place, "does not follow the one before")
        bases = [digest] if is_checkpoint else [*bases, digest]
        if is_checkpoint: kept[number] = told
    return kept, signers

def read_rows(file):
    with open(file, encoding="utf-8", newline="\n") as lines:  # A row with a name twice is none.
        unique = lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else None
        yield from (json.loads(line, object_pairs_hook=unique) for line in lines)

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
    heads, (checkpoints, signers) = {}, read_checkpoints(json.load(open(file, encoding="utf-8")) for file in page_files)
    need(checkpoints, "pages", "have no checkpoint")
    for number in sorted(moved.keys() | checkpoints.keys()):
        for name, seq in moved[number]:
            heads[name] = wallets[name].heads.get(seq) if name in wallets else None
            need(heads[name], f"{name} seq {seq}", f"is missing; checkpoint {number} contains it")
        if number not in checkpoints: continue
        leaves = [encode(["sachet.ledger.head", name, *heads[name]]) for name in sorted(heads, key=str.encode)]
        sums = [len(heads), *(sum(head[i] for head in heads.values()) for i in (0, 2, 3)), root_of(leaves).hex()]
        same = [checkpoints[number][name] for name in CHECKPOINT[3:8]]
        need(sums == same, f"checkpoint {number}", "saw another ledger")
    owed, events = (sum(getattr(wallet, name) for wallet in wallets.values()) for name in ("balance", "seq"))
    sums = "".join(f"\n{name}: {paise / 100:.2f}" for name, paise in sorted(accounts.items()))
    return (f"{events} events of {len(wallets)} wallets, {len(checkpoints)} checkpoints: all fits.\n"
            f"{events - checkpoints[max(checkpoints)]['eventCount']} of them are newer than every checkpoint. "
            f"Signed with: {' '.join(signers)}\nwallets: {owed / 100:.2f}{sums}")

if __name__ == "__main__":
    if len(sys.argv) < 4: sys.exit(__doc__)
    try:
        print(verify(sys.argv[1], sys.argv[2], sys.argv[3:]))
    except Misfit as misfit: sys.exit(str(misfit))
    except (AttributeError, KeyError, TypeError, ValueError) as broken:
        sys.exit(f"A file is not what it should be: {type(broken).__name__} {broken}")
