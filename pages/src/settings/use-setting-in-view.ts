import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Gives the focus to the field of the setting that the address names; to the heading for a list of objects. */
export function useSettingInView(
  form: RefObject<HTMLFormElement | null>,
  heading: RefObject<HTMLHeadingElement | null>,
): void {
  // Another visit of the same address is meant, too.
  const { key, search } = useLocation();
  const name = new URLSearchParams(search).get('setting');
  useEffect(() => {
    if (name === null) return;
    const field = form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? heading.current;
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [form, heading, name, key]);
}
