import type { DurableInputs } from '../durable-work/durable-work.ts';

/** A rendered mail with the id that stands for it in every attempt. */
export type AddressedMail = DurableInputs['sendMail'];

/** Port to whatever delivers mail. `send` throws when the mail was not taken; sending one id twice is harmless. */
export interface MailTransport {
  send(mail: AddressedMail): Promise<void>;
  /** Deletes what is kept of the mail of an erased tenant; what was sent lies with its readers. */
  forget(tenantId: string): Promise<void>;
  close(): void;
}

declare module '../services.ts' {
  interface Services {
    mail: MailTransport;
  }
}
