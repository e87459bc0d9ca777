import type { PackageParts, PartRelation } from '../package-parts.ts';
import type { Design } from './read-design.ts';

/** The parts that a deck is drawn into: masters with all that they need, but no slides. */
export interface DeckBase {
  parts: PackageParts;
  masters: { part: string; id: number }[];
  notesMaster: string;
  /** A master of handouts; null without one. */
  handoutMaster: string | null;
  size: Design['size'];
  notesSize: Design['size'];
  /** Elements of the presentation that name embedded fonts, with the relations that they need. */
  fonts: { xml: string; relations: PartRelation[] };
  /** What stands in the footer; that of the layout if it is null. */
  footer: string | null;
}
