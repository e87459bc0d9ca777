declare module 'xirr' {
  /** Returns the yearly rate at which dated payments are worth nothing. */
  export default function xirr(
    payments: readonly { amount: number; when: Date }[],
    options?: { guess?: number },
  ): number;
}
