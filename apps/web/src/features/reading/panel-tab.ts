/** The parts of the panel, in the order of their tabs. */
export const panelTabNames = ['citations', 'comments', 'objections', 'scores', 'history', 'provenance'] as const;

/** A part of the panel. */
export type PanelTab = (typeof panelTabNames)[number];
