"""The tables of the training benchmark. Ratios are taken within a round, where the machine was the same for all."""

from statistics import median

PRODUCTS = ("eigen", "openblas", "heed")


def mix_rate(products, of):
    """GFLOP/s over the products of one training step, each as often as the model makes it."""
    gflop = sum(p["gflop"] * p["count"] for p in products)
    return gflop / sum(p[of] * p["count"] for p in products)


def fastest_rate(products):
    """This machine's rate: that of whoever makes the products of a step fastest."""
    return max(mix_rate(products, of) for of in PRODUCTS)


def print_times(rounds, gflop, pytorch):
    print(f"\n{'seconds per epoch':<34}{'processor':>19}{'wall clock':>19}{'tokens':>12}")
    print(f"{'':<34}{'median':>10}{'min':>9}{'median':>10}{'min':>9}{'padded':>12}")
    for key, name in [
        ("random", f"PyTorch {pytorch}, random batches"),
        ("bucketed", f"PyTorch {pytorch}, bucketed"),
        ("heed", "heed, bucketed, no padding"),
    ]:
        times = [[r[key][clock] for r in rounds] for clock in ("processor", "wall")]
        figures = "".join(f"{median(t):10.3f}{min(t):9.3f}" for t in times)
        tokens = f"{median(r[key]['tokens'] for r in rounds):12,.0f}" if key != "heed" else ""
        print(f"{name:<34}{figures}{tokens}")
    floors = [gflop / fastest_rate(r["products"]) for r in rounds]
    print(f"{f'floor: {gflop:.1f} GFLOP at the best rate':<34}{median(floors):10.3f}{min(floors):9.3f}")


def print_products(rounds):
    print(f"\n{'matrix products, GFLOP/s (median)':<34}{'Eigen':>10}{'OpenBLAS':>9}{'heed':>10}{'in a layer':>12}")
    for i, product in enumerate(rounds[0]["products"]):
        shape = "x".join(str(product[size]) for size in "NIO")
        rates = [median(product["gflop"] / r["products"][i][of] for r in rounds) for of in PRODUCTS]
        times = f"{product['count']}" if product["count"] else "none"
        print(f"{product['product'] + ' ' + shape:<34}{rates[0]:10.1f}{rates[1]:9.1f}{rates[2]:10.1f}{times:>12}")
    rates = [median(mix_rate(r["products"], of) for r in rounds) for of in PRODUCTS]
    print(f"{'all of a step':<34}{rates[0]:10.1f}{rates[1]:9.1f}{rates[2]:10.1f}")


def print_ratios(rounds, gflop):
    def faster_than(peer):
        return [r[peer]["processor"] / r["heed"]["processor"] for r in rounds]

    def share(rate):
        return [100 * gflop / rate(r["products"]) / r["heed"]["processor"] for r in rounds]

    print(f"\n{'of one round':<34}{'median':>10}{'min':>9}{'max':>10}   target")
    for name, values, unit, target in [
        ("faster than PyTorch, random", faster_than("random"), "×", 2.3),
        ("faster than PyTorch, bucketed", faster_than("bucketed"), "×", 1.4),
        ("share of the best product rate", share(fastest_rate), "%", 80),
        ("share of Eigen’s product rate", share(lambda products: mix_rate(products, "eigen")), "%", None),
    ]:
        digits = 2 if unit == "×" else 1
        figures = [f"{v:.{digits}f} {unit}" for v in (median(values), min(values), max(values))]
        wanted = "" if target is None else f"   ≥ {target} {unit}" + ("" if median(values) >= target else ", MISSED")
        print(f"{name:<34}{figures[0]:>10}{figures[1]:>9}{figures[2]:>10}{wanted}")


def print_quiet(rounds):
    shares = [r[key]["processor"] / r[key]["wall"] for r in rounds for key in ("random", "bucketed", "heed")]
    if median(shares) < 0.95:
        print(f"\nThe machine was busy: a program had {100 * median(shares):.0f} % of a processor (median).")
        print("Ratios are of processor seconds, but caches and memory are shared: run this again when it is quiet.")


def print_report(rounds, gflop, pytorch):
    print_times(rounds, gflop, pytorch)
    print_products(rounds)
    print_ratios(rounds, gflop)
    print_quiet(rounds)
