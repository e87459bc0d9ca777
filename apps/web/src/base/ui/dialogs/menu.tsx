import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { defer } from '../defer.ts';
import type { MenuItemProps } from './menu-popup.tsx';

const popup = defer(() => import('./menu-popup.tsx'));

interface MenuProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/**
 * A button with a list of actions. The code of the list loads when a menu is first pointed at,
 * focused or opened.
 */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [{ open, byKey }, setState] = useState({ open: false, byKey: false });
  const parts = popup.useModule(open);
  const button = cloneElement(trigger, {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: popup.load,
    onFocus: popup.load,
    onClick: ({ detail }) => setState({ open: !open, byKey: detail === 0 }),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setState({ open: true, byKey: true });
    },
  });
  return (
    <>
      {button}
      {parts && (
        <parts.MenuPopup
          anchor={anchor}
          align={align}
          side={side}
          open={open}
          byKey={byKey}
          onClose={() => setState({ open: false, byKey })}
        >
          {children}
        </parts.MenuPopup>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const parts = popup.useModule(true);
  return parts && <parts.PopupItem {...props} />;
}

export function MenuGroup(props: { title: string; children: ReactNode }) {
  const parts = popup.useModule(true);
  return parts && <parts.PopupGroup {...props} />;
}

export function MenuSeparator() {
  const parts = popup.useModule(true);
  return parts && <parts.PopupSeparator />;
}
