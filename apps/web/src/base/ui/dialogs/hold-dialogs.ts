let areHeld = (): boolean => false;

/** Sets the condition under which no dialog closes, whatever the user presses. */
export function holdDialogsWhile(condition: () => boolean): void {
  areHeld = condition;
}

export const areDialogsHeld = (): boolean => areHeld();
