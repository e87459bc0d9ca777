let areHeld = (): boolean => false;

/** Sets the condition under which no dialog closes, whatever is pressed. Without it every dialog closes as usual. */
export function holdDialogsWhile(condition: () => boolean): void {
  areHeld = condition;
}

/** Whether dialogs stay open now. */
export const areDialogsHeld = (): boolean => areHeld();
