import{createRequire}from'node:module';const require=createRequire(import.meta.url);
var e="plimsoll.run",r="plimsoll.cache";export{e as a,r as b};
