let areHeld = (): boolean => false;

/** Sets the condition under which no dialog closes, whatever the user presses. */
export function holdDialogsWhile(condition: () => boolean): void {
  areHeld = condition;
}

/** Whether dialogs currently stay open. */
export const areDialogsHeld = (): boolean => areHeld();
