/** Limits what a tenant stores beside the files of its attachments. */
export interface RecordQuota {
  /**
   * Throws `storage_limit_exceeded` if the tenant has no room for `addedBytes` more (BIL-10). Infinity stands for an
   * unknown number: the tenant is then measured anew.
   */
  requireRoom(tenantId: string, addedBytes: number): Promise<void>;
}

declare module '../services.ts' {
  interface Services {
    recordQuota: RecordQuota;
  }
}
