import { Webhooks } from '../../features/webhooks/webhooks.tsx';

export function Screen() {
  return <Webhooks />;
}
