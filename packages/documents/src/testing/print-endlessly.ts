import { openRenderer } from './open-renderer.ts';
import { deliverableOf, endless, printOrder } from './sample-reports.ts';

/** Runs a server to be killed while it prints. Outputs the process ids of its children, one of which
 * gets an endless document. */
const renderer = openRenderer({ slots: 1 });
await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
const printing = renderer.renderDeliverable(deliverableOf(endless), printOrder);
console.log(renderer.pids().join(' '));
await printing;
