import { useRouterState } from '@tanstack/react-router';
import classes from './shell.module.css';

/** A thin bar at the top while the next screen loads; quick changes end before it appears. */
export function NavigationProgress() {
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  return <div className={classes.progress} data-loading={loading || undefined} aria-hidden />;
}
