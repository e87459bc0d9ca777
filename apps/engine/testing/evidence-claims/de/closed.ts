export { openGerman as closedGerman } from './open.ts';
