import { openRenderer } from './open-renderer.ts';
import { deliverableOf, endless, printOrder } from './sample-reports.ts';

/** Prints as a server that is killed meanwhile; outputs its children's ids, one of which gets an endless document. */
const renderer = openRenderer({ slots: 1 });
await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
const printing = renderer.renderDeliverable(deliverableOf(endless), printOrder);
console.log(renderer.pids().join(' '));
await printing;
