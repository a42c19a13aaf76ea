interface App {
  name: string;
  shortName?: string;
  description?: string;
  startUrl: string;
  display: 'browser' | 'standalone';
}

/** A web application's manifest (https://www.w3.org/TR/appmanifest/) with our colours and icons. */
export const describeApp = ({ name, shortName = name, description, startUrl, display }: App) => ({
  name,
  short_name: shortName,
  description,
  lang: 'en',
  start_url: startUrl,
  display,
  background_color: '#f8fbfa',
  theme_color: '#f8fbfa',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  ],
});
