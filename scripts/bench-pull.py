"""Measures the pull against a pretend store; see scripts/bench-pull.

usage: python3 bench-pull.py BIN [CUSTOMERS] [PART]…
"""

import collections
import datetime
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

START = datetime.datetime(2026, 3, 10, 3, tzinfo=datetime.timezone.utc)
# So many that nothing is paced; what pacing reaches is another bench's.
UNLIMITED = 180_000_000
EXPECTED = {
    "purchase": "missed-delivery",
    "new-customer": "missed-delivery",
    "renewal": "missed-delivery",
    "refund": "refund-not-applied",
}
TOLD = re.compile(
    r"pulled (\d+) pages with (\d+) records in (\d+) requests and ([\d.]+) s, ([\d.]+) s of them"
    r" processor; peak memory (\d+) MiB, before the pull (\d+) MiB"
)


def iso(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def moment_of(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)


class Pull:
    """What a run said about its pull, and what it found."""

    def __init__(self, told, said, summary, requests):
        found = TOLD.search(told)
        if not found:
            sys.exit("the run says nothing about its pull:\n" + told)
        self.pages, self.records, self.calls = map(int, found.group(1, 2, 3))
        self.wall, self.processor = map(float, found.group(4, 5))
        self.peak, self.before = map(int, found.group(6, 7))
        total = re.search(r"store calls: +(\d+)", said)
        self.all_calls = int(total.group(1)) if total else 0
        self.summary, self.requests = summary, requests


class World:
    """A pretend store with its ledger and a job for it."""

    def __init__(self, bin, folder, customers, *options):
        self.bin, self.folder, self.clock = bin, folder, START
        os.makedirs(folder)
        self.store = folder + "/store"
        self.tool("init", "--clock", iso(START), "--customers", str(customers), *options)
        self.facts = json.load(open(self.store + "/store.json"))

    def tool(self, command, *words):
        return subprocess.run(
            [self.bin + "/fake-app-store", command, self.store, *words],
            check=True, stdout=subprocess.PIPE, text=True).stdout

    def let_happen(self, clock, changes, ledger):
        lines = self.tool(
            "advance", "--clock", iso(clock), "--changes", str(changes), "--ledger", ledger)
        return [json.loads(line) for line in lines.splitlines()]

    def ended_before(self, happened):
        """The findings that refunds do not make: of access that the ledger has ended by then."""
        ledger = sqlite3.connect(self.store + "/ledger.db")
        ended = set()
        for change in happened:
            rows = ledger.execute(
                "SELECT 1 FROM orders WHERE transaction_id = ? AND expires_at < ?",
                (change["transactionId"], iso(moment_of(change["at"]))))
            if change["change"] == "refund" and rows.fetchone():
                ended.add(("refund-not-applied", change["transactionId"]))
        ledger.close()
        return ended

    def night(self, clock, pull, feed=False):
        """Runs the job at a moment of the store's clock; dies unless the run is complete."""
        log, port_file = self.folder + "/requests.jsonl", self.folder + "/port"
        server = subprocess.Popen(
            [self.bin + "/fake-app-store", "serve", self.store, "--clock", iso(clock),
             "--port-file", port_file, "--request-log", log, "--max-seconds", "3600"],
            stderr=subprocess.DEVNULL)
        try:
            while not (os.path.exists(port_file) and os.path.getsize(port_file)):
                if server.poll() is not None:
                    sys.exit("the pretend store did not start")
                time.sleep(0.05)
            told, said, status = self.run(clock, open(port_file).read().strip(), pull, feed)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
            os.remove(port_file)
        if status not in (0, 1):
            sys.exit(f"the run ended with {status}:\n{told}")
        reports = self.folder + "/reports/bench/latest"
        summary = json.load(open(reports + "/summary.json"))
        return Pull(told, said, summary, [json.loads(line) for line in open(log)])

    def run(self, clock, port, pull, feed):
        base = "http://127.0.0.1:" + port
        facts, environment = self.facts, dict(os.environ)
        store = {
            "baseURL": base, "sandboxBaseURL": base + "/sandbox",
            "issuerId": facts["issuerId"], "keyId": facts["keyId"],
            "privateKeyFile": f"{self.store}/AuthKey_{facts['keyId']}.p8",
            "roots": [self.store + "/root.pem"], "requestsPerHour": UNLIMITED, "pull": pull,
        }
        if feed:
            store["feed"] = {"url": base + "/feed", "tokenEnv": "BENCH_FEED_TOKEN"}
            environment["BENCH_FEED_TOKEN"] = facts["feedToken"]
        job = {
            "name": "bench", "store": store,
            "app": {"bundleId": facts["bundleId"], "appAppleId": facts["appAppleId"]},
            "ledger": {
                "name": "orders", "url": f"sqlite:{self.store}/ledger.db", "table": "orders"},
            "reports": {"directory": self.folder + "/reports"},
            "state": self.folder + "/state.sqlite",
        }
        json.dump(job, open(self.folder + "/job.json5", "w"))
        ended = subprocess.run(
            [self.bin + "/iap-reconcile", "run", self.folder + "/job.json5", "--as-of", iso(clock),
             "--log", "text"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        return ended.stderr, ended.stdout, ended.returncode


def hours(count):
    return datetime.timedelta(hours=count)


def measure_night(bin, folder, customers):
    """Quiet nights: many are known, and of one in five hundred something has changed."""
    world = World(bin, folder, customers, "--oldest", "900")
    notifying = {"sweep": False, "notifications": {"days": 3}}
    first = world.night(START, notifying)
    print(f"{customers} customers, known after a first night of {first.all_calls} calls, "
          f"{first.wall:.0f} s; sweep off")
    for day, ledger in [(1, "update"), (2, "keep")]:
        # Later than what happens has to settle.
        end = START + hours(24 * day)
        happened = world.let_happen(end - hours(2), customers // 500, ledger)
        pull = world.night(end, notifying)
        expected = {(EXPECTED[c["change"]], c["transactionId"]) for c in happened}
        expected = expected - world.ended_before(happened) if ledger == "keep" else set()
        require_found(pull, expected, happened, day)
        asked = collections.Counter(request["endpoint"] for request in pull.requests)
        if sum(asked.values()) != pull.all_calls:
            sys.exit(f"the store was asked {dict(asked)}, and the run counts {pull.all_calls}")
        kinds = dict(collections.Counter(c["change"] for c in happened))
        two_years = (START - datetime.timedelta(days=730)).timestamp() * 1000
        old = sum(c["change"] == "refund" and c["purchaseDate"] < two_years for c in happened)
        print(f"  {len(happened)} changes, ledger: {ledger}: {pull.all_calls} calls {dict(asked)}, "
              f"pull {pull.wall:.1f} s; {len(expected)} findings, all there: {kinds}, "
              f"{old} refunded after two years")
        if pull.all_calls > 300:
            sys.exit("more than 300 calls")


def require_found(pull, expected, happened, day):
    """Dies unless the run found what it must, nothing else, and saw every change."""
    found = {(f["kind"], f["transactionId"]) for f in pull.summary["findings"]}
    if found != expected:
        sys.exit(f"not found: {expected - found}; found besides: {found - expected}")
    classes = pull.summary["controlTotals"]["store"]["classes"]
    refunds = sum(c["change"] == "refund" for c in happened)
    if classes.get("revoked", 0) != refunds * day:
        sys.exit(f"{refunds} refunds a day, and the run knows of {classes.get('revoked', 0)}")


def measure_sweep(bin, folder, customers):
    """Whether everybody is read from the beginning within the nights of a sweep."""
    nights, count = 30, max(60, customers // 100)
    world = World(bin, folder, count, "--oldest", "900")
    sweeping = {"sweep": {"nights": nights}, "notifications": {"days": 3}}
    everybody = {
        r["path"] for r in world.night(START, sweeping).requests if r["endpoint"] == "history"}
    anew, most = set(), 0
    for night in range(1, nights + 1):
        if night % 10 == 0:
            # An app of which nothing at all is heard for a month is not taken to be listened to.
            world.let_happen(START + hours(24 * night - 2), 1, "update")
        pull = world.night(START + hours(24 * night), sweeping)
        most = max(most, pull.calls)
        anew |= {
            r["path"] for r in pull.requests
            if r["endpoint"] == "history" and "revision" not in r.get("query", "")}
    print(f"{count} customers, a sweep of {nights} nights: {len(anew & everybody)} of "
          f"{len(everybody)} read from their beginning, at most {most} calls a night")
    if not everybody <= anew:
        sys.exit("not everybody was read within the nights")


def keep_first_rows(world):
    """Leaves one row a customer in the ledger, so that it has the same size in every world."""
    ledger = sqlite3.connect(world.store + "/ledger.db")
    ledger.execute("DELETE FROM orders WHERE rowid NOT IN "
                   "(SELECT min(rowid) FROM orders GROUP BY user_id)")
    ledger.commit()
    ledger.close()


def measure_memory(bin, folder, customers):
    """Memory at ten times the pages: of the same customers, and of ten times as many."""
    # So many that the state's page cache is full in the smaller one too.
    count = max(50, customers // 50)
    listing = {"sweep": False, "notifications": {"days": 180}, "history": False}
    reading = {"sweep": False, "notifications": {"days": 180}}
    growths = []
    for words, pull, people, each in [
        # A fifth more of them, since a customer's first pages are not full ones.
        ("notifications and feed", listing, (count, count * 5 // 4), (3, 30)),
        ("notifications, feed and histories", reading, (count, 10 * count), (3, 3)),
    ]:
        print(f"memory of a pull: {words}")
        peaks = []
        for customers, purchases in zip(people, each):
            world = World(bin, folder, customers, "--purchases", str(purchases))
            keep_first_rows(world)
            got = world.night(START, pull, feed=True)
            shutil.rmtree(folder)
            peaks.append(got.peak)
            print(f"  {customers:7} customers x {purchases:2}: {got.pages:7} pages, "
                  f"{got.records:8} records, peak {got.peak} MiB ({got.before} MiB before it)")
        growths.append(peaks[1] / peaks[0] - 1)
    print(f"  ten times the pages of about as many customers: {100 * growths[0]:+.0f} %; "
          f"ten times the customers: {100 * growths[1]:+.0f} %")
    if growths[0] >= 0.1:
        sys.exit("memory grows with the pages")


def openssl_rate():
    """Verifications a second of one core, by openssl itself."""
    answer = subprocess.run(
        ["openssl", "speed", "-seconds", "3", "ecdsap256"], check=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True).stdout
    return float(answer.split()[-1])


def measure_speed(bin, folder, customers):
    """Records a second, verified and kept, against a store without a limit."""
    count = max(50, customers // 10)
    print(f"verified and kept; openssl verifies {openssl_rate():.0f} signatures a second beside it")
    cases = [
        ("histories of 30", {"sweep": False, "notifications": False}, 30, 1),
        ("histories of 3", {"sweep": False, "notifications": False}, 3, 1),
        ("notifications", {"sweep": False, "notifications": {"days": 180}, "history": False}, 10, 2),
    ]
    for name, pull, each, signatures in cases:
        world = World(bin, f"{folder}-{each}", count, "--purchases", str(each))
        got = world.night(START, pull)
        print(f"  {name:16} {got.records:7} records, {got.pages:6} pages: "
              f"{got.records / got.wall:6.0f} records/s, {got.records / got.processor:6.0f} per "
              f"processor second, {signatures * got.records / got.processor:6.0f} signatures")
        shutil.rmtree(world.folder)


PARTS = {
    "night": measure_night, "sweep": measure_sweep, "memory": measure_memory,
    "speed": measure_speed,
}


def main():
    bin, customers = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    folder = tempfile.mkdtemp()
    sys.stdout.reconfigure(line_buffering=True)
    try:
        for part in sys.argv[3:] or PARTS:
            print(f"load before: {os.getloadavg()[0]:.1f}")
            PARTS[part](bin, f"{folder}/{part}", customers)
    finally:
        shutil.rmtree(folder)


main()
