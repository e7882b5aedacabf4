import { useEffect, useRef, useState } from 'react';
import { onPageTitle } from '../../ui/layout/use-page-title.ts';
import classes from './shell.module.css';

/** After a change of screen: tells screen readers its title and brings the focus to its content. */
export function RouteAnnouncer() {
  const [title, setTitle] = useState('');
  // The browser reads out the page that it loads itself.
  const announced = useRef(window.location.pathname);
  useEffect(
    () =>
      onPageTitle((next) => {
        const { pathname } = window.location;
        if (announced.current === pathname) return;
        announced.current = pathname;
        setTitle(next);
        const content = document.getElementById('content');
        // A field that took the focus by itself keeps it.
        if (content && !content.contains(document.activeElement)) content.focus({ preventScroll: true });
      }),
    [],
  );
  return (
    <div className={classes.announcer} aria-live="polite">
      {title}
    </div>
  );
}
