import type { DurableInputs } from '../durable-work/durable-work.ts';

/** A rendered mail with its recipient and an id that is the same in every attempt. */
export type AddressedMail = DurableInputs['sendMail'];

/** Port to the mail delivery. `send` throws when the mail is not accepted. Sending an id twice is harmless. */
export interface MailTransport {
  send(mail: AddressedMail): Promise<void>;
  /** Deletes the stored mail of an erased tenant. Mail that was sent stays with its recipients. */
  forget(tenantId: string): Promise<void>;
  close(): void;
}

declare module '../services.ts' {
  interface Services {
    mail: MailTransport;
  }
}
