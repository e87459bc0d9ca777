import { isWideLogo } from '@ecp/contract/values/logo-shape';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { classNames } from './class-names.ts';

interface FirmMarkProps {
  /** The address of the logo; nothing without one. */
  logo: string | null | undefined;
  /** The name as the page shows it. */
  name: string;
  /** Stands before the name while there is no logo, or none that can be read. */
  initial?: ReactNode;
  logoStyle: string;
  /** Styles of a logo that stands beside the name, and of one that stands alone. */
  narrowStyle: string;
  wideStyle: string;
  nameStyle: string;
}

type Shape = 'wide' | 'narrow' | 'unreadable';

/**
 * Shows a firm once: a wide logo in place of the name, any other before it. The name is hidden
 * until that is known.
 */
export function FirmMark({
  logo,
  name,
  initial,
  logoStyle,
  narrowStyle,
  wideStyle,
  nameStyle,
}: FirmMarkProps) {
  const [known, setKnown] = useState<{ logo: string; shape: Shape }>();
  const shape = logo ? (known?.logo === logo ? known.shape : undefined) : 'unreadable';
  const tell = (found: Shape) => logo && setKnown({ logo, shape: found });
  const measure = ({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) => tell(isWideLogo({ width, height }) ? 'wide' : 'narrow');
  const isShown = shape === 'unreadable' || shape === 'narrow';
  return (
    <>
      {logo && shape !== 'unreadable' ? (
        // Logos are made for paper, so their ground is white in both themes.
        <img
          src={logo}
          alt={shape === 'wide' ? name : ''}
          onLoad={measure}
          onError={() => tell('unreadable')}
          className={classNames(
            'shrink-0 bg-white object-contain',
            logoStyle,
            shape === 'wide' ? wideStyle : narrowStyle,
          )}
        />
      ) : (
        initial
      )}
      {shape !== 'wide' && (
        <span className={classNames(nameStyle, !isShown && 'invisible')}>{name}</span>
      )}
    </>
  );
}
