import type { Branding } from '@ecp/contract/identity/branding';
import { useEffect, useState } from 'react';
import { parseHex } from '../../../theme/color-contrast.ts';
import { BrandingForm } from './branding-form.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { LogoSection } from './logo-section.tsx';

/** Name and colour to change, and the real PDF beside them, redrawn shortly after typing has paused. */
export function BrandingEditor({ branding }: { branding: Branding }) {
  const [companyName, setCompanyName] = useState(branding.companyName ?? '');
  const [color, setColor] = useState(branding.primaryColor ?? '');
  // Half a colour is not tried.
  const [lastColor, setLastColor] = useState(color);
  const changeColor = (next: string) => {
    setColor(next);
    if (next === '' || parseHex(next)) setLastColor(next);
  };
  const tried = useDebounced(`${companyName.trim()}\n${lastColor}`);
  const [triedName = '', triedColor = ''] = tried.split('\n');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col gap-6">
        <BrandingForm
          branding={branding}
          companyName={companyName}
          color={color}
          onCompanyName={setCompanyName}
          onColor={changeColor}
        />
        <LogoSection logoUrl={branding.logoUrl} />
      </div>
      <BrandingPreview companyName={triedName} primaryColor={triedColor} logoUrl={branding.logoUrl} />
    </div>
  );
}

const pauseMs = 350;

/** A value once it has not changed for a moment: a request to the service for every key would be too much. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
