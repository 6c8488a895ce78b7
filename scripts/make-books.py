"""Writes a store's book and a ledger as CSV, and what was planted in them, by a seed.

usage: python3 make-books.py ROWS FOLDER [SEED]

Three in five purchases are consumables, one a non-consumable, one a subscription of one to eight
months. One purchase in a thousand has no grant; one in two thousand is granted twice.
"""

import random
import sys

PRODUCTS = [
    ("coins.100", "Consumable", 990),
    ("coins.500", "Consumable", 4990),
    ("coins.1200", "Consumable", 9990),
    ("pro.lifetime", "Non-Consumable", 29990),
    ("gold.monthly", "Auto-Renewable Subscription", 9990),
]
START = 1735689600000  # 2025-01-01
SIGNED = 1773108000000  # 2026-03-10T02:00:00Z
MONTH = 2592000000


def main():
    rows, folder = int(sys.argv[1]), sys.argv[2]
    random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    missed, doubled = 0, 0
    with open(folder + "/store.csv", "w") as store, open(folder + "/ledger.csv", "w") as ledger:
        store.write(
            "transactionId,originalTransactionId,webOrderLineItemId,bundleId,environment,productId,"
            "type,quantity,inAppOwnershipType,purchaseDate,originalPurchaseDate,signedDate,price,"
            "currency\n"
        )
        ledger.write(
            "row_id,transaction_id,original_transaction_id,user_id,product_id,quantity,"
            "purchase_time,state,environment\n"
        )
        done = 0
        while done < rows:
            product, kind, price = random.choice(PRODUCTS)
            periods = 1
            if kind.startswith("Auto"):
                periods = min(random.randint(1, 8), rows - done)
            first = 430000000000001 + done * 3
            start = START + random.randint(0, 150 * 86400) * 1000
            user = "u%d" % random.randint(1, rows // 3 + 1)
            for period in range(periods):
                number = 430000000000001 + done * 3
                item = 437000000000000 + done if kind.startswith("Auto") else ""
                date = start + period * MONTH
                store.write(
                    f"{number},{first},{item},com.example.game,Production,{product},{kind},1,"
                    f"PURCHASED,{date},{start},{SIGNED},{price},USD\n"
                )
                line = f"{number},{first},{user},{product},1,"
                luck = random.random()
                if luck < 0.001:
                    missed += 1
                else:
                    ledger.write(f"{done},{line}{date + 2000},granted,Production\n")
                if 0.001 <= luck < 0.0015:
                    doubled += 1
                    ledger.write(f"{done}b,{line}{date + 5000},granted,Production\n")
                done += 1
    with open(folder + "/planted.txt", "w") as planted:
        planted.write(f"missed-delivery {missed}\ndouble-grant {doubled}\n")


main()
