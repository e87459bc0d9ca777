import { createDocumentRenderer } from '../document-renderer.ts';
import { deliverableOf, endless, printOrder } from './sample-reports.ts';

/** A server that is killed while it prints: tells the process id of its child, then has it print what never ends. */
const renderer = createDocumentRenderer({ workers: 1 });
await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
const printing = renderer.renderDeliverable(deliverableOf(endless), printOrder);
console.log(renderer.pids()[0]);
await printing;
