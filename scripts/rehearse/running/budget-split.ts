/** The least that a case gets. With less, most of a run's calls could not be made. */
const minShareUsd = 0.25;

/**
 * Splits a budget over cases that run one or several at a time. The engine never spends more than an engagement's
 * budget (PRO-1), so a share is the most that its case can cost.
 */
export class BudgetSplit {
  #leftUsd: number;
  #casesLeft: number;

  constructor(budgetUsd: number, cases: number) {
    this.#leftUsd = budgetUsd;
    this.#casesLeft = cases;
  }

  /**
   * Takes the share of the next case: an equal part of what is left, at most `capUsd`, but at least what a run needs.
   * Returns null when the budget is used up.
   */
  take(capUsd: number): number | null {
    const share = Math.min(Math.max(this.#leftUsd / this.#casesLeft, minShareUsd), Math.max(capUsd, minShareUsd));
    this.#casesLeft -= 1;
    if (share > this.#leftUsd + 1e-9) return null;
    this.#leftUsd -= share;
    return share;
  }

  /** Gives back what a case did not spend. */
  settle(shareUsd: number, spentUsd: number): void {
    this.#leftUsd += Math.max(0, shareUsd - spentUsd);
  }
}
