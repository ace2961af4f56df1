import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-4Y3MVEQX.js";import"./chunk-HSRAA5E7.js";import"./chunk-3E2K2TK6.js";import"./chunk-6VLYQYI6.js";export{a as connect,b as pathIn};
