import { classNames } from '../class-names.ts';
import { Select, type SelectProps } from './select.tsx';

/** A small select in a row of filters. Its first option shows its purpose to people who see it. */
export function CompactSelect<Value extends string>({ className, ...rest }: SelectProps<Value>) {
  return <Select {...rest} className={classNames('h-8 text-sm md:w-auto md:max-w-60', className)} />;
}
