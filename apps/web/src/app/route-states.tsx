export function NotFound() {
  return null;
}
export function RouteError() {
  return null;
}
export function RoutePending() {
  return null;
}
