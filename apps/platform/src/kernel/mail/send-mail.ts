import type { DurableInputs } from '../durable-work/durable-work.ts';
import type { MailTransport } from './mail-transport.ts';

/** Executes the durable work `sendMail`. Errors of the transport make the queue retry. */
export async function sendMail(transport: MailTransport, input: DurableInputs['sendMail']): Promise<void> {
  await transport.send(input);
}
