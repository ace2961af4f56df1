import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-IQOP3DEV.js";import"./chunk-LUREJCWP.js";import"./chunk-OGF556QG.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
