/**
 * Figures that the recorded papers take from the options paper, a PDF, with `visitEur` as their own
 * assumption. The check of citations holds them against its text. Amounts are in EUR.
 */
export const paperInputs = {
  areaManager: 95_000,
  samples: 60_000,
  approval: 45_000,
  italianCompany: 270_000,
  italianSetUp: 310_000,
  fourFitters: 180_000,
  secondShift: 285_000,
  revenueOfA: 3_200_000,
  revenueOfB: 2_600_000,
  windowsADay: 92,
  windowsADayInTwoShifts: 130,
  italianDaysToPay: 94,
  serviceCalls: 611,
  shareOfBestThree: 0.58,
  dealers: 11,
  dealersOfA: 25,
  discount: 0.28,
  worstDiscount: 0.35,
  priceRise: 0.05,
  visitEur: 500,
};
