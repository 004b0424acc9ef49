import type { Patch } from './apply-patches.ts';

// An address that loads nothing. A relative one would ask the host of the page.
const nowhere = '`data:,`';

/** The changes to the minified script of Redoc 3.0.1. */
export const redocPatches: Patch[] = [
  {
    purpose: 'write the name in the badge instead of loading two logos',
    find: '(0,V.jsx)(`img`,{alt:`redocly logo`,onError:()=>n(!1),src:e?`https://cdn.redoc.ly/redoc/logo-mini-full.svg`:`https://cdn.redoc.ly/redoc/logo-mini.svg`})',
    replace: '(0,V.jsx)(`span`,{style:{fontSize:`12px`},children:e?` Redocly`:`R`})',
  },
  {
    purpose: 'load no icons',
    find: '"font-awesome":`https://cdn.redocly.com/icons/fa/7.0.0`,code:`https://cdn.redocly.com/icons/code/5.24.0`',
    replace: `"font-awesome":${nowhere},code:${nowhere}`,
  },
  {
    purpose: 'send no telemetry, should the option for it fail',
    find: '`https://otel.cloud.redocly.com/v1/traces`',
    replace: nowhere,
  },
  {
    purpose: 'send no telemetry to its default address',
    find: '`http://localhost:4318/`',
    replace: nowhere,
  },
  {
    purpose: 'offer no menu that sends the contract to other services, and copy no local address',
    find: 'specUrl:n??r?.[0]?.url',
    replace: 'specUrl:n',
  },
  {
    purpose: 'search without a worker, which would be made by evaluating a text',
    find: 'try{return e._factory??=Function(XDe),!0}catch{return!1}',
    replace: 'return!1',
  },
  {
    purpose: 'show the operations of all tags, not only of the one that was opened',
    find: 'shouldRenderOps:e.sectionId===u||',
    // `a` says whether the prerendered content, which is without them, was taken over.
    replace: 'shouldRenderOps:a||e.sectionId===u||',
  },
  {
    purpose: 'show the operations of a tag that was not opened',
    find: 'e.content===null||s&&!Pwe(e.gatePath,t)?null:',
    replace: 'e.content===null?null:',
  },
  {
    purpose: 'leave out the button that opens a tag',
    find: 's=kU(t),c=ug(t)',
    replace: 's=!0,c=ug(t)',
  },
  {
    purpose: 'show the members of items that may be null, like those of other items',
    find: 'f.switcher){let e=(0,V.jsx)(lM,{property:f,',
    replace: 'f.switcher){let e=(0,V.jsx)(lM,{expandByDefault:c,property:f,',
  },
  {
    purpose: 'open all tags in the menu',
    find: 'let t=Eu(e);n(t),i(t)',
    replace: 'n(!0),i(!0)',
  },
  {
    purpose: 'show the description of a member that has alternatives',
    find: '!p&&(0,V.jsx)(aE,{value:t.description})',
    replace: '(0,V.jsx)(aE,{value:t.description})',
  },
  {
    purpose: 'not show that description a second time below the alternatives',
    find: 'value:b?.description||e.description',
    replace: 'value:b?.description||(n>1?void 0:e.description)',
  },
];
