import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import classes from './shell.module.css';

/** After a change of screen: tells screen readers its title and brings the focus to its content. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts on every change of the path.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // The screen names itself once its code is there.
    const timer = window.setTimeout(() => {
      setTitle(document.title);
      const active = document.activeElement;
      const content = document.getElementById('content');
      // A field that took the focus by itself keeps it.
      if (content && !content.contains(active)) content.focus({ preventScroll: true });
    }, 250);
    return () => window.clearTimeout(timer);
  }, [pathname]);
  return (
    <div className={classes.announcer} aria-live="polite">
      {title}
    </div>
  );
}
