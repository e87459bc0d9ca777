/** A user row: one person's membership of one tenant. Its factors are its own, as its password is. */
export interface FactorOwner {
  tenantId: string;
  userId: string;
}
