import { startApi } from './api.ts';

type Given = Parameters<typeof startApi>;

/** The API with the member "teapot", whose welcome email was sent. */
export async function startRegistered() {
  const api = await startApi();
  await api.register();
  await api.dueMails();
  return api;
}

/** The API with the member "teapot" signed in. */
export async function startSignedIn(...given: Given) {
  const api = await startApi(...given);
  await api.register();
  return { ...api, token: await api.tokenOf() };
}

/** The API with "teapot" signed in as an administrator. */
export async function startAdministered(...given: Given) {
  const api = await startApi(...given);
  await api.register();
  await api.operator.grantAdmin('utah_teapot');
  return { ...api, token: await api.tokenOf() };
}
