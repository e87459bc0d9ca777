import type { ComponentProps } from 'react';
import { authTexts } from '../../texts/en/auth.ts';
import { TextField } from '../../ui/fields/text-field.tsx';

/** Email address of the user's own account, which the browser may fill in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={authTexts.email}
      name="email"
      type="email"
      required
      maxLength={254}
      autoComplete="email"
      {...props}
    />
  );
}
