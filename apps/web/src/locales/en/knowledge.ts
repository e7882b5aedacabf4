export const knowledge = {
  title: 'Knowledge bases',
};
