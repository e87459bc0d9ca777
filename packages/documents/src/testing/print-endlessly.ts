import { createDocumentRenderer } from '../document-renderer.ts';
import { deliverableOf, endless, printOrder } from './sample-reports.ts';

/** Runs a server to be killed while it prints. Outputs the process id of its child, which gets an endless document. */
const renderer = createDocumentRenderer({ workers: 1 });
await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
const printing = renderer.renderDeliverable(deliverableOf(endless), printOrder);
console.log(renderer.pids()[0]);
await printing;
