import { type Static, Type } from 'typebox';
import { GridCell, GridColumn } from '../work/grids.ts';

const { value, unit, text, state } = GridCell.properties;

/** A grid of the engagement, which documents may cite as `Grid <id>`. */
export const EngineGrid = Type.Object({
  id: Type.String(),
  title: Type.String(),
  columns: Type.Array(GridColumn),
  rows: Type.Array(
    Type.Object({ filename: Type.String(), cells: Type.Array(Type.Object({ value, unit, text, state })) }),
  ),
  /** Rows that are left out, because the grid is too large. */
  rowsLeftOut: Type.Integer({ minimum: 0 }),
});
export type EngineGrid = Static<typeof EngineGrid>;
