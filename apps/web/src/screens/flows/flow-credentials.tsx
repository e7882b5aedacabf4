import { CredentialList } from '../../features/flows/credentials/credential-list.tsx';

export function Screen() {
  return <CredentialList />;
}
