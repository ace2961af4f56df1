import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-ONCUNOTV.js";import"./chunk-KPSBZPV7.js";import"./chunk-MGLWK7HB.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
